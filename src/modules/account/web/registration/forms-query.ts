import type { ApiQuery } from '#platform/web/query.ts'
import type { FormsAnswer } from './form-model.ts'

/** The description of the registration forms; also where the offered currencies are told. */
export const formsQuery: ApiQuery<FormsAnswer> = {
  method: 'GET',
  path: '/flexreg-api/v1/registration/form/widget',
  read: (body) => body as FormsAnswer,
  staleMs: 5 * 60_000,
}
