import { useTexts } from '#platform/web/i18n.ts'

type GroupTexts = typeof import('../../../../locales/ru/groups.json')

export const useGroupTexts = () => useTexts<GroupTexts>('groups')
