/**
 * An expected refusal as a value. `code` is `<module>.<name>`; its text in every language is the key
 * `problem_<name>` of the module's dictionary. Bugs throw, malformed input is a 4xx; this is neither.
 */
export interface Problem {
  readonly problem: true
  code: string
  /** The field that is wrong, as it is called on the wire. */
  field?: string
  /** Values of the text: names, limits, amounts, already formatted for people. */
  params?: Record<string, string | number>
  severity: 'error' | 'warning' | 'info'
  /** ErrorCode of envelope A, error_code of envelope C (wire 8.9, 12–13). */
  wire?: number
  /** HTTP status where the envelope does not fix it. */
  status?: number
  /** Extra members of the answer, in wire form (`until`, `FailInfo` …). */
  extra?: Record<string, unknown>
}

export function problem(code: string, more: Partial<Omit<Problem, 'problem' | 'code'>> = {}): Problem {
  return { problem: true, code, severity: 'error', ...more }
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && (value as Problem).problem === true
}
