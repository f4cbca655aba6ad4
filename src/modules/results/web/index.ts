/** Door of the results in the browser. */
export { champResultsQuery, type ResultGame } from './queries.ts'
