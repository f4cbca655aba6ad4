import { useEffect, useState } from 'react'
import { askTask, CaptchaModal, showHosted } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { HuntCaptcha, PuzzleCaptcha } from '#ui/Captcha.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Group, Sample } from './Sample.tsx'

type Task = Awaited<ReturnType<typeof askTask>>

const nothing = () => {}
const COMMON = { busy: false, onAnother: nothing, onWithoutPicture: nothing }

/** Containers with real tasks of the server; the modals judge what is solved. */
export function Captchas() {
  const [puzzle, setPuzzle] = useState<Task | null>(null)
  const [hunt, setHunt] = useState<Task | null>(null)
  const [open, setOpen] = useState<Task | null>(null)
  const [token, setToken] = useState('')
  useEffect(() => {
    askTask('puzzle').then(setPuzzle, nothing)
    askTask('hunt').then(setHunt, nothing)
  }, [])
  const hosted = async () => {
    const outcome = await showHosted('/puzzle-api/v1/hosted?kind=hcaptcha', { title: 'hosted', close: 'close', without: 'without' })
    setToken(typeof outcome === 'string' ? outcome : outcome.token)
  }
  const show = (kind: 'puzzle' | 'hunt') => void askTask(kind).then(setOpen, nothing)
  return (
    <Group name="Captcha: puzzle, hunt, hosted">
      <Sample name="puzzle" wide>
        {puzzle ? (
          <PuzzleCaptcha
            {...COMMON}
            image={puzzle.image}
            piece={puzzle.piece ?? ''}
            width={puzzle.width ?? 1}
            height={puzzle.height ?? 1}
            pieceSize={puzzle.pieceSize ?? 1}
            y={puzzle.y ?? 0}
            onSolve={nothing}
          />
        ) : (
          <Skeleton height="180px" />
        )}
      </Sample>
      <Sample name="hunt" wide>
        {hunt ? <HuntCaptcha {...COMMON} image={hunt.image} ask={hunt.target} onSolve={nothing} /> : <Skeleton height="312px" />}
      </Sample>
      <Sample name="modals, judged by the server">
        <Button data-testid="open-puzzle" onClick={() => show('puzzle')}>
          puzzle
        </Button>
        <Button data-testid="open-hunt" onClick={() => show('hunt')}>
          hunt
        </Button>
        <Button data-testid="open-hosted" onClick={() => void hosted()}>
          hosted
        </Button>
      </Sample>
      {token ? <output data-testid="captcha-token">{token}</output> : null}
      {open ? (
        <CaptchaModal
          first={open}
          onToken={(given) => {
            setToken(given)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Group>
  )
}
