import type { ApiQuery } from '#platform/web/query.ts'
import type { FormsAnswer } from './form-model.ts'

/**
 * The description of the registration forms in a language, as they are in a country (left out: the visitor's); also
 * where the offered currencies are told. The language is a part of the question: the server asks itself while it draws
 * the page, and that call has no page around it.
 */
export function formsQuery(lng: string, country?: string): ApiQuery<FormsAnswer> {
  return {
    method: 'GET',
    path: '/flexreg-api/v1/registration/form/widget',
    query: { lng, ...(country ? { country } : {}) },
    read: (body) => body as FormsAnswer,
    staleMs: 5 * 60_000,
  }
}
