import { useEffect, useRef, useState, type ReactNode } from 'react'
import { LINK_STATE, SHARED_KEYS, type LinkState, type SharedKey, type SharedState } from '#lib/cross-window.ts'
import { visitContext } from '#platform/shared/visit.ts'
import { linkWindows, type LinkedWindows } from '#platform/web/linked-windows.ts'
import { Button } from '#ui/Button.tsx'
import type { Route } from './+types/embed.screen.ts'
import styles from './Embed.module.css'

/** Not a page of the site: only development has it. */
export function loader({ context, params }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  if (visit.mode !== 'development') throw new Response(null, { status: 404 })
  return { texts: visit.dictionary(['dev']), start: `/${params.lng}/line` }
}

const FRAMES = [1, 2, 3] as const
const THEMES = ['system', 'paper', 'flood'] as const
const LOG_LINES = 30

interface Line {
  id: number
  text: string
}

/** A parent page with three frames of the site and one of a stranger: states, shared values, origins (XW-01…04). */
export default function EmbedScreen({ loaderData }: Route.ComponentProps) {
  // The texts of development do not come with the document.
  const text = (key: string) => loaderData.texts['dev']?.[key] ?? ''
  const links = useRef<LinkedWindows | null>(null)
  const [state, setState] = useState<LinkState>(LINK_STATE.init)
  const [values, setValues] = useState<Partial<SharedState>>({})
  const [log, setLog] = useState<Line[]>([])
  const [origin, setOrigin] = useState('')
  const [isStranger, setIsStranger] = useState(false)
  const read = () => {
    const shared = links.current?.shared
    if (!shared) return
    setState(shared.state())
    setValues(Object.fromEntries(SHARED_KEYS.map((key) => [key, shared.get(key)])))
  }
  useEffect(() => {
    const note = (line: string) => setLog((lines) => [{ id: (lines[0]?.id ?? 0) + 1, text: line }, ...lines].slice(0, LOG_LINES))
    setOrigin(window.location.origin)
    links.current = linkWindows({
      origins: [window.location.origin],
      onAdopt: (key, value) => note(`${key} = ${String(value)}`),
      onForeign: (other) => note(`${other}: ignored`),
      onHeard: read,
    })
    return () => links.current?.close()
  }, [])
  const change = <K extends SharedKey>(key: K, value: SharedState[K]) => {
    links.current?.shared.set(key, value)
    read()
  }
  return (
    <section className={styles.page} data-testid="embed">
      <h1>{text('page_embed')}</h1>
      <p>
        {text('embed_state')} <b data-testid="embed-state">{state}</b> · {text('embed_origin')} {origin}
      </p>
      <div className={styles.columns}>
        <table>
          <tbody>
            {SHARED_KEYS.map((key) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td data-testid={`embed-${key}`}>{String(values[key] ?? '—')}</td>
                <td>
                  <Control shared={key} value={values[key]} change={change} label={text('embed_change')} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <Button onClick={() => setIsStranger(true)}>{text('embed_stranger')}</Button>
          <ol className={styles.log} data-testid="embed-log">
            {log.map((line) => (
              <li key={line.id}>{line.text}</li>
            ))}
          </ol>
        </div>
      </div>
      <div className={styles.frames}>
        {FRAMES.map((frame) => (
          <iframe key={frame} src={loaderData.start} title={`${text('page_embed')} ${frame}`} />
        ))}
        {isStranger ? <iframe src="/dev/embed/stranger" sandbox="allow-scripts" title={text('embed_stranger')} /> : null}
      </div>
    </section>
  )
}

interface ControlProps {
  shared: SharedKey
  value: SharedState[SharedKey] | undefined
  change: <K extends SharedKey>(key: K, value: SharedState[K]) => void
  label: string
}

/** Changes a value here, as an embedding page would. */
function Control({ shared, value, change, label }: ControlProps): ReactNode {
  if (shared === 'routePath') {
    const other = String(value).includes('/live') ? String(value).replace('/live', '/line') : String(value).replace('/line', '/live')
    return <Button size="small" onClick={() => change(shared, other)}>{`${label} ${shared}`}</Button>
  }
  const next =
    shared === 'overlayTheme' ? THEMES[(THEMES.indexOf(value as SharedState['overlayTheme']) + 1) % THEMES.length]! : value !== true
  return <Button size="small" onClick={() => change(shared, next as SharedState[typeof shared])}>{`${label} ${shared}`}</Button>
}
