/** A form as data: values, errors under fields, one general message, busy or not. Pure, so that tests drive it. */
export interface FormState<F extends string> {
  values: Readonly<Record<F, string>>
  errors: Readonly<Partial<Record<F, string>>>
  /** Errors as they stood when they were reported. */
  reported: readonly { field: F; message: string }[]
  /** What concerns no field. */
  message: string | null
  busy: boolean
  /** Counts the refusals, so that the focus goes to the first wrong field once each. */
  refusals: number
}

export type FormAction<F extends string> =
  | { type: 'change'; field: F; value: string }
  | { type: 'fill'; values: Partial<Record<F, string>> }
  | { type: 'refuse'; errors: Partial<Record<F, string>>; message?: string | null }
  | { type: 'send' }
  | { type: 'done' }

/**
 * What of a report still holds: a field leaves it when it is right, not when somebody begins to type in it. `now` is what
 * the form's own check finds; a refusal of the server holds until its field is changed.
 */
export function stillWrong<F extends string>(
  { reported, errors }: Pick<FormState<F>, 'reported' | 'errors'>,
  now: Readonly<Partial<Record<F, string>>>,
): { field: F; message: string }[] {
  return reported.flatMap(({ field }) => {
    const message = errors[field] ?? now[field]
    return message ? [{ field, message }] : []
  })
}

function noErrors<F extends string>(): Partial<Record<F, string>> {
  return {} as Partial<Record<F, string>>
}

export function emptyForm<F extends string>(values: Record<F, string>): FormState<F> {
  return { values, errors: noErrors<F>(), reported: [], message: null, busy: false, refusals: 0 }
}

export function formStep<F extends string>(state: FormState<F>, action: FormAction<F>): FormState<F> {
  switch (action.type) {
    case 'change': {
      const { [action.field]: _gone, ...errors } = state.errors
      return { ...state, values: { ...state.values, [action.field]: action.value }, errors: errors as Partial<Record<F, string>> }
    }
    case 'fill':
      return { ...state, values: { ...state.values, ...action.values } }
    case 'refuse': {
      const order = Object.keys(state.values) as F[]
      const reported = order.flatMap((field) => (action.errors[field] ? [{ field, message: action.errors[field] }] : []))
      return { ...state, errors: action.errors, reported, message: action.message ?? null, busy: false, refusals: state.refusals + 1 }
    }
    case 'send':
      return { ...state, errors: noErrors<F>(), reported: [], message: null, busy: true }
    case 'done':
      return { ...state, busy: false, message: null }
  }
}
