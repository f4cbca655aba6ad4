import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { officeStyles } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { IdentificationReply, scanTokenCall } from '../contract.ts'
import type { faceCall } from '../contract/services.ts'
import { useFileWords } from './file-words.ts'
import { useIdentityTexts } from './texts.ts'
import styles from './Identity.module.css'

const UPLOAD_MS = 10 * 60_000

const stop = (stream: MediaStream | null) => stream?.getTracks().forEach((track) => track.stop())

/** A look into the camera, or a picture where there is none. */
export function FaceForm({ data, onSent }: { data: IdentificationReply; onSent: () => void }) {
  const text = useIdentityTexts()
  const types = data.file_types.filter((type) => type.startsWith('image/'))
  const { wrong } = useFileWords(types, data.max_file_bytes)
  const [fault, setFault] = useState<string | null>(null)
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [hasCamera, setHasCamera] = useState(true)
  const video = useRef<HTMLVideoElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const send = useMutation({
    mutationFn: async (picture: Blob) => {
      const token = await call<typeof scanTokenCall>('GET', '/web-api/office/verigram/token', {
        auth: 'extended',
        query: { flowType: 'face' },
      })
      const body = new FormData()
      body.set('veriliveSessionId', token.veriliveSessionId)
      body.append('image', picture, 'face.jpg')
      return call<typeof faceCall>('POST', '/verification-api/v1/FaceId/verify', { auth: 'extended', body, timeoutMs: UPLOAD_MS })
    },
    onMutate: () => setFault(null),
    onSuccess: () => {
      setStream(null)
      onSent()
    },
  })
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
    return () => stop(stream)
  }, [stream])
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  const open = () => {
    // Old browsers, and pages that are not served safely, have no cameras to ask for.
    const devices: MediaDevices | undefined = navigator.mediaDevices
    if (!devices) return setHasCamera(false)
    devices
      .getUserMedia({ video: { facingMode: 'user', width: { ideal: 1280 } } })
      .then((opened) => {
        // The form was left while the browser asked: nobody is there to look at.
        if (isGone.current) stop(opened)
        else setStream(opened)
      })
      .catch(() => setHasCamera(false))
  }
  const shoot = () => {
    const shown = video.current
    if (!shown || shown.videoWidth === 0) return
    const canvas = document.createElement('canvas')
    canvas.width = shown.videoWidth
    canvas.height = shown.videoHeight
    canvas.getContext('2d')?.drawImage(shown, 0, 0)
    canvas.toBlob((picture) => picture && send.mutate(picture), 'image/jpeg', 0.9)
  }
  return (
    <div className={styles.block}>
      <p className={styles.about}>{text('face_lead')}</p>
      {fault || send.error ? (
        <Notice kind="error" announce>
          {fault ?? send.error?.message}
        </Notice>
      ) : null}
      {hasCamera ? null : <Notice kind="warning">{text('face_no_camera')}</Notice>}
      {stream ? <video ref={video} className={styles.camera} autoPlay playsInline muted aria-label={text('face_preview')} /> : null}
      <div className={officeStyles.actions}>
        {stream ? (
          <Button kind="primary" icon="camera" loading={send.isPending} onClick={shoot}>
            {text('face_shoot')}
          </Button>
        ) : (
          <Button kind="primary" icon="camera" loading={send.isPending} onClick={open}>
            {text('face_start')}
          </Button>
        )}
        <Button icon="upload" onClick={() => picker.current?.click()}>
          {text('face_file')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={types.join()}
          capture="user"
          aria-label={text('face_file')}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (!chosen) return
            const said = wrong(chosen)
            if (said) setFault(said)
            else send.mutate(chosen)
          }}
        />
      </div>
    </div>
  )
}
