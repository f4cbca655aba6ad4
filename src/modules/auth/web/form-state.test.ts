import { expect, it } from 'vitest'
import { emptyForm, formStep, stillWrong, type FormState } from './form-state.ts'

type Field = 'email' | 'password' | 'terms'
const refused: FormState<Field> = formStep(emptyForm<Field>({ email: '', password: '', terms: '' }), {
  type: 'refuse',
  errors: { email: 'taken', password: 'short', terms: 'accept' },
})
const typed = (state: FormState<Field>, field: Field) => formStep(state, { type: 'change', field, value: 'x' })
const names = (state: FormState<Field>, now: Partial<Record<Field, string>>) => stillWrong(state, now).map(({ field }) => field)

it('a field leaves the summary when it is right, not when somebody begins to type in it', () => {
  const now = { password: 'short', terms: 'accept' }
  expect(names(refused, now)).toEqual(['email', 'password', 'terms'])
  const begun = typed(refused, 'password')
  expect(stillWrong(begun, { ...now, password: 'still short' })).toContainEqual({ field: 'password', message: 'still short' })
  expect(names(begun, { terms: 'accept' })).toEqual(['email', 'terms'])
  // What the server refused holds until its field is changed: the form cannot know better.
  expect(names(typed(begun, 'email'), { terms: 'accept' })).toEqual(['terms'])
  expect(names(typed(typed(typed(refused, 'email'), 'password'), 'terms'), {})).toEqual([])
})

it('what was not reported does not enter it', () => {
  const one = formStep(emptyForm<Field>({ email: '', password: '', terms: '' }), { type: 'refuse', errors: { email: 'wrong' } })
  expect(names(one, { password: 'short', email: 'wrong' })).toEqual(['email'])
})
