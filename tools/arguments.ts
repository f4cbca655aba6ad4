/** What stands behind a verb of `./polosa`: options are known or refused in one sentence, so that a slip of the hand starts nothing. */
import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Its message is all that the caller is told. */
export class UsageError extends Error {
  override name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Values of the options and the words beside them; without `words` there may be none. Throws UsageError. */
export function readArguments<const O extends Options>(verb: string, args: readonly string[], options: O, { words = false } = {}) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: words, strict: true })
  } catch (error) {
    throw new UsageError(`${verb}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
