/** What a player may change of his profile himself: nothing that a document has proved, and a birth date once. */
import { birthIssue } from './age.ts'
import { enforcedMinAge } from './min-age.ts'
import { parseDay, type Day } from './date.ts'
import { checkUserName, type FieldIssue } from './fields.ts'

export const PROFILE_FIELDS = ['first_name', 'last_name', 'birth_date', 'city', 'address'] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]
export type ProfileInput = Record<ProfileField, string>

/** Names and date of somebody who is verified stand as his papers say; a birth date is written once (ACC-01). */
export function lockedFields(profile: { isVerified: boolean; birthDate: string }): ProfileField[] {
  if (profile.isVerified) return ['first_name', 'last_name', 'birth_date']
  return profile.birthDate === '' ? [] : ['birth_date']
}

/** Every field that is wrong; locked ones are not looked at. */
export function checkProfile(
  input: ProfileInput,
  rules: { locked: readonly ProfileField[]; minAge: unknown; today: Day },
): Partial<Record<ProfileField, FieldIssue>> {
  const issues: Partial<Record<ProfileField, FieldIssue>> = {}
  for (const field of PROFILE_FIELDS) {
    const issue = rules.locked.includes(field) ? null : checkField(field, input[field].trim(), rules)
    if (issue) issues[field] = issue
  }
  return issues
}

function checkField(field: ProfileField, text: string, { minAge, today }: { minAge: unknown; today: Day }): FieldIssue | null {
  switch (field) {
    case 'first_name':
    case 'last_name':
      return checkUserName(text)
    case 'birth_date': {
      if (text === '') return null
      const day = parseDay(text)
      if (!day) return { key: 'date_invalid' }
      return birthIssue(day, today, enforcedMinAge(minAge))
    }
    case 'city':
    case 'address':
      return null
  }
}
