/** A number with its sign: "+3", "−2", "0"; `digits` after the point. */
export function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits)
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`
}
