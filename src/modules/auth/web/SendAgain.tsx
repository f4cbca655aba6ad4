import { useEffect, useState } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { formatClock } from '#platform/web/format.ts'
import { Button } from '#ui/Button.tsx'

const TICK_MS = 1_000
const MINUTE_S = 60
const HOUR_S = 3_600

interface SendAgainProps {
  /** Seconds that the server wants between two codes. */
  afterS: number
  onAgain: () => void
  loading?: boolean
}

/** Another code, once its time has come; until then the button says how long. A new code gives it a new `key`. */
export function SendAgain({ afterS, onAgain, loading = false }: SendAgainProps) {
  const text = useTexts<typeof import('../../../../locales/ru/auth.json')>('auth')
  const [leftS, setLeftS] = useState(afterS)
  useEffect(() => {
    const from = performance.now()
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil(afterS - (performance.now() - from) / TICK_MS))
      setLeftS(left)
      if (left === 0) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [afterS])
  // Who has used up the codes of a day waits for hours.
  const waitOf = (left: number) =>
    left <= MINUTE_S
      ? text('send_again_in', { n: left })
      : text('send_again_long', { time: formatClock(left, left < HOUR_S ? 'mm:ss' : 'HH:mm:ss') })
  return (
    <Button disabled={leftS > 0} loading={loading} onClick={onAgain}>
      {leftS > 0 ? waitOf(leftS) : text('send_again')}
    </Button>
  )
}
