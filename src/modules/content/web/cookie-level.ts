/** The level that the server knows by its cookie; null: none. */
export function cookieLevel(text: string = document.cookie): number | null {
  const level = /(?:^|;\s*)cookies_agree_type=([0-3])(?:;|$)/.exec(text)?.[1]
  return level === undefined ? null : Number(level)
}
