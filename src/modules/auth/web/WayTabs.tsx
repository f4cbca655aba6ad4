import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Tabs } from '#ui/Tabs.tsx'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')
export type Way = 'email' | 'phone'

type LoginType = 'email' | 'id' | 'phone'

/** Kinds of names that the brand takes at its door. */
export function useLoginTypes(): readonly LoginType[] {
  return useSite().config.auth.loginTypes
}

/** The way that stands open first: by address or number where there is one. */
export function firstWay(types: readonly LoginType[]): Way {
  return types.some((type) => type !== 'phone') ? 'email' : 'phone'
}

/** By address or number, or by phone, where the brand has both. */
export function WayTabs({ label, value, onChange }: { label: string; value: Way; onChange: (way: Way) => void }) {
  const text = useTexts<AuthTexts>('auth')
  const types = useLoginTypes()
  if (!types.includes('phone') || firstWay(types) === 'phone') return null
  return (
    <Tabs
      fill
      label={label}
      items={[
        { key: 'email', label: text(types.includes('id') ? (types.includes('email') ? 'way_email' : 'way_id') : 'way_email_only') },
        { key: 'phone', label: text('way_phone') },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
