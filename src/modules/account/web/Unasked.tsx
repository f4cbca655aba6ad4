import { useEffect } from 'react'
import { isApiError } from '#platform/web/api-error.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useAccountControl } from './AccountProvider.tsx'
import { readUserConfig } from './user-config.ts'
import styles from './AccountBar.module.css'

const AGAIN_MS = 4_000

/** Who the player is: his number, 0 when his session is over, null while nobody can say. */
function whoIsIt(): Promise<number | null> {
  return readUserConfig().then(
    ({ userId }) => userId,
    (error: unknown) => (isApiError(error) && (error.status === 401 || error.status === 403) ? 0 : null),
  )
}

/** Stands in the place of the balance while the database that knows the session is away, and asks until it is back. */
export default function Unasked() {
  const text = useTexts<typeof import('../../../../locales/ru/account.json')>('account')
  const { signedIn } = useAccountControl()
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      const id = await whoIsIt()
      if (isOver) return
      if (id) signedIn(id)
      else if (id === 0) location.reload()
      else later()
    }
    // A part of chance keeps all pages from asking in the moment in which it comes back.
    const later = () => {
      timer = setTimeout(() => void look(), AGAIN_MS * (1 + Math.random()))
    }
    later()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [signedIn])
  return (
    <span className={styles.unasked} role="status">
      {text('session_waits')}
    </span>
  )
}
