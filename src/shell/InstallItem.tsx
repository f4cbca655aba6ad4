import { useInstall } from '#platform/web/install.ts'
import { useTexts } from '#platform/web/i18n.ts'

/** "Install the app" in a menu, where the browser can (SH-26). */
export function InstallItem({ className, onPress }: { className?: string | undefined; onPress?: () => void }) {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const install = useInstall()
  if (!install) return null
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        install()
        onPress?.()
      }}
    >
      {text('install_app')}
    </button>
  )
}
