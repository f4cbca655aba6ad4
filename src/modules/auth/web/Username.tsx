/** Whose password a form sets, told to password managers where the page has no field for it: whole, never a masked one, or they would keep that. */
export function Username({ value }: { value: string }) {
  return value === '' ? null : <input type="text" name="username" autoComplete="username" value={value} readOnly hidden />
}
