/** Names of keys are for their player to tell apart. */

export const PASSKEY_NAME_MOST = 60

/** The name that is wanted or, where another key has it, the first that is free: "Chrome, Linux (2)". */
export function freeName(wanted: string, taken: readonly string[]): string {
  const name = wanted.slice(0, PASSKEY_NAME_MOST)
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : ` (${n})`
    const tried = name.slice(0, PASSKEY_NAME_MOST - end.length) + end
    if (!taken.includes(tried)) return tried
  }
}
