import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Tabs } from '#ui/Tabs.tsx'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')
export type Way = 'email' | 'phone'

/** By address or number, or by phone, where the brand has both. */
export function WayTabs({ label, value, onChange }: { label: string; value: Way; onChange: (way: Way) => void }) {
  const text = useTexts<AuthTexts>('auth')
  const { config } = useSite()
  const types = (config['auth'] as { loginTypes?: readonly string[] } | undefined)?.loginTypes ?? []
  if (!types.includes('phone')) return null
  return (
    <Tabs
      fill
      label={label}
      items={[
        { key: 'email', label: text('way_email') },
        { key: 'phone', label: text('way_phone') },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
