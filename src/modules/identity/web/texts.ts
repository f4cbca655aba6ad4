import { useTexts, type Texts } from '#platform/web/i18n.ts'

type IdentityTexts = typeof import('../../../../locales/ru/identity.json')

export function useIdentityTexts(): Texts<IdentityTexts> {
  return useTexts<IdentityTexts>('identity')
}
