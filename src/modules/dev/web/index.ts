export { recordPage } from './page-record.ts'
