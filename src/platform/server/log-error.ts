/**
 * What a log tells of an error. PostgreSQL quotes what people have typed in (`detail`, `where`, the query, and words of
 * some messages), so only what says which error it is, and where, is kept (standards DAT-08).
 */

interface Told {
  type: string
  message: string
  stack: string
  code?: string
  table?: string
  constraint?: string
  cause?: unknown
  aggregateErrors?: unknown[]
}

type Known = Error & Partial<Record<'code' | 'schema' | 'table' | 'column' | 'constraint' | 'dataType', unknown>>

/** SQLSTATE, a code of the system or of Node: five signs or a word. Codes that people type in are digits, and not five. */
const CODE_OF_ERROR = /^(?:[0-9A-Z]{5}|[A-Z][A-Z_]{2,}[A-Z0-9_]*)$/
/** Data that cannot be read as what it should be, and data that a rule of its table refuses: the messages quote it. */
const OF_DATA = /^2[23]...$/
const QUOTED = /["“”„«»].*["“”„«»]/gs
/** Causes of causes: deeper ones say nothing new, and a circle ends. */
const MAX_DEPTH = 5

export function isCodeOfError(code: unknown): code is string {
  return typeof code === 'string' && CODE_OF_ERROR.test(code)
}

/** What is no error passes as it is. */
export function errorForLog(error: unknown): unknown {
  return error instanceof Error ? told(error, 0) : error
}

/** What its message may say. */
export function messageForLog(error: Error): string {
  return told(error, MAX_DEPTH).message
}

function told(error: Known, depth: number): Told {
  const within = [error.cause, ...(error instanceof AggregateError ? error.errors : [])].filter((one) => one instanceof Error)
  const text = withoutData(error, within)
  const deeper = (one: unknown) => (one instanceof Error && depth < MAX_DEPTH ? told(one, depth + 1) : '***')
  return {
    type: error.constructor.name,
    message: text(error.message),
    stack: text(error.stack ?? ''),
    ...(typeof error.code === 'string' ? { code: isCodeOfError(error.code) ? error.code : '***' } : {}),
    ...(typeof error.table === 'string' ? { table: error.table } : {}),
    ...(typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: deeper(error.cause) }),
    ...(error instanceof AggregateError ? { aggregateErrors: error.errors.map(deeper) } : {}),
  }
}

/** Takes data out of a text in which the messages of these errors stand: a wrapper often repeats what it wraps. */
function withoutData(error: Known, within: readonly Known[]): (text: string) => string {
  const quoting = [error, ...within].filter(({ code, message }) => OF_DATA.test(String(code)) && message !== '')
  return (text) => quoting.reduce((left, one) => left.replaceAll(one.message, () => namesOnly(one)), text)
}

/** Names of tables, columns and constraints stay: the error has them in fields of their own. */
function namesOnly({ message, code, schema, table, column, constraint, dataType }: Known): string {
  const names = [schema, table, column, constraint, dataType].filter((name) => typeof name === 'string')
  // A value may hold quotes itself, so of class 22 all between the first and the last goes.
  if (String(code).startsWith('22')) return message.replace(QUOTED, '"***"')
  return message.replace(/"([^"]*)"/g, (quoted, name: string) => (names.includes(name) ? quoted : '"***"'))
}
