import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { HuntCaptcha, PuzzleCaptcha } from '#ui/Captcha.tsx'
import { Loader } from '#ui/Loader.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Modal } from '#ui/Overlay.tsx'
import type { CaptchaTaskReply } from '../../contract/captcha.ts'
import { authStyles } from '../AuthPage.tsx'
import { answerTask, askTask, doWork } from './solve.ts'

type AuthTexts = typeof import('../../../../../locales/ru/auth.json')

type Problem = 'captcha_missed' | 'captcha_failed' | 'captcha_not_loaded'

interface CaptchaModalProps {
  first: CaptchaTaskReply
  onToken: (token: string) => void
  onClose: () => void
}

/** One modal for every kind. It closes on success; three misses bring another picture. */
export function CaptchaModal({ first, onToken, onClose }: CaptchaModalProps) {
  const text = useTexts<AuthTexts>('auth')
  const [task, setTask] = useState(first)
  const [busy, setBusy] = useState(false)
  // A hosted one comes here only when it did not load.
  const [problem, setProblem] = useState<Problem | null>(first.kind === 'hosted' ? 'captcha_not_loaded' : null)
  const working = useRef(new AbortController())
  useEffect(() => () => working.current.abort(), [])

  const attempt = async (run: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await run()
    } catch {
      setProblem('captcha_failed')
    } finally {
      setBusy(false)
    }
  }
  const another = (kind: 'puzzle' | 'hunt') => attempt(async () => setTask(await askTask(kind)))
  const solve = (answer: { x: number } | { cells: number[] }) =>
    attempt(async () => {
      const { token, triesLeft } = await answerTask(task.taskId, answer)
      if (token) return onToken(token)
      if (triesLeft === 0 && (task.kind === 'puzzle' || task.kind === 'hunt')) setTask(await askTask(task.kind))
      setProblem('captcha_missed')
    })
  const withoutPicture = () =>
    attempt(async () => {
      const work = await askTask('pow')
      setTask(work)
      const token = await doWork(work, working.current)
      if (token) onToken(token)
      else setProblem('captcha_failed')
    })
  const common = { busy, onWithoutPicture: () => void withoutPicture() }
  return (
    <Modal title={text('captcha_title')} size="small" onClose={onClose}>
      <div className={authStyles.form}>
        {problem ? (
          <Notice kind="error" announce>
            {text(problem)}
          </Notice>
        ) : null}
        {task.kind === 'puzzle' ? (
          <PuzzleCaptcha
            key={task.taskId}
            {...common}
            image={task.image}
            piece={task.piece ?? ''}
            width={task.width ?? 1}
            height={task.height ?? 1}
            pieceSize={task.pieceSize ?? 1}
            y={task.y ?? 0}
            onAnother={() => void another('puzzle')}
            onSolve={(x) => void solve({ x })}
          />
        ) : null}
        {task.kind === 'hunt' ? (
          <HuntCaptcha
            key={task.taskId}
            {...common}
            image={task.image}
            ask={text(`hunt_${task.target as 'star'}`)}
            onAnother={() => void another('hunt')}
            onSolve={(cells) => void solve({ cells })}
          />
        ) : null}
        {/* Work that failed may be tried again, or this would say for ever that it is being done. */}
        {task.kind === 'hosted' || (task.kind === 'pow' && !busy) ? (
          <Button kind="accent" size="large" wide loading={busy} onClick={common.onWithoutPicture}>
            {text('captcha_without')}
          </Button>
        ) : null}
        {task.kind === 'pow' && busy ? (
          <p className={authStyles.row}>
            {text('captcha_working')}
            <Loader kind="bars" />
          </p>
        ) : null}
      </div>
    </Modal>
  )
}
