export function SportsTree() {
  return null
}
export function SearchBox() {
  return null
}
export function LiveCount() {
  return null
}
