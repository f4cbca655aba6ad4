export { createLine, type Line, type LineDeps, type LineListener } from './line.ts'
export { catalogImage, gameImage, loadImage, type CatalogImage, type GameImage } from './book-image.ts'
export { lineFastPath, registerLineRoutes as registerLine } from './routes.ts'
