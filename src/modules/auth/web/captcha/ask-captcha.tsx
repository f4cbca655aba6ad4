/**
 * A captcha on demand (specification 4): what can be done without the visitor is done silently, everything else opens
 * one modal. Success gives the token, leaving it rejects as `Dismissed captcha`; both are counted.
 */
import { Suspense } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { modals } from '#platform/web/modal-queue.ts'
import { track } from '#platform/web/telemetry.ts'
import type { CaptchaTaskReply } from '../../contract/captcha.ts'
import { askTask, doWork } from './solve.ts'

const SUCCESS = 10_190
const FAILED = 10_191

export class CaptchaDismissed extends Error {
  override name = 'CaptchaDismissed'
  override message = 'Dismissed captcha'
}

const CaptchaModal = lazyPart(async () => (await import('./CaptchaModal.tsx')).CaptchaModal)

/** The token for x-captcha-token; undefined where the brand asks for none. Throws CaptchaDismissed. */
export async function askCaptcha(type: string): Promise<string | undefined> {
  if (type === 'disabled') return undefined
  const begunAt = performance.now()
  const elapsedMs = () => Math.round(performance.now() - begunAt)
  try {
    const task = await askTask()
    const token = task.kind === 'pow' ? await doWork(task, new AbortController()) : await showTask(task)
    if (token === null) throw new CaptchaDismissed()
    track(SUCCESS, { kind: task.kind, elapsedMs: elapsedMs() })
    return token
  } catch (error) {
    track(FAILED, { elapsedMs: elapsedMs() })
    throw error
  }
}

function showTask(task: CaptchaTaskReply): Promise<string | null> {
  return new Promise((resolve) => {
    modals.show({
      name: 'captcha',
      over: true,
      onClosed: () => resolve(null),
      render: (close) => (
        <Suspense>
          <CaptchaModal
            first={task}
            onToken={(token) => {
              resolve(token)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      ),
    })
  })
}
