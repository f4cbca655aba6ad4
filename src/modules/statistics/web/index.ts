/** Door of statistics in the browser: the widget inside of a page, and its way to the coupon. */
export { BattingTable, BowlingTable } from './cricket/CricketTables.tsx'
export { StatisticsBridge } from './host/StatisticsBridge.tsx'
export { StatisticsFrame, type StatisticsFrameProps } from './host/StatisticsFrame.tsx'
