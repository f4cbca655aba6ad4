/** Door of statistics in the browser: the widget inside of a page, and its way to the coupon. */
export { StatisticsBridge } from './host/StatisticsBridge.tsx'
export { StatisticsFrame, type StatisticsFrameProps } from './host/StatisticsFrame.tsx'
