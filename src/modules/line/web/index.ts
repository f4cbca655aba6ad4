export { LiveCount, SearchBox, SportsTree } from './doors.tsx'
