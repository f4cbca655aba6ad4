export { createLine, type Line, type LineDeps, type LineListener } from './line.ts'
export { lineFastPath, registerLineRoutes as registerLine } from './routes.ts'
