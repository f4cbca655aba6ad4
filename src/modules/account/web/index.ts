export { AccountBar } from './AccountBar.tsx'
export { AccountProvider } from './AccountProvider.tsx'
export { PhoneNumberField, type PhoneValue } from './phone/PhoneNumberField.tsx'
export { phoneCountriesQuery, phoneMasksQuery, planOf, refusedBy } from './phone/phone-queries.ts'
