export function AccountBar() {
  return null
}
