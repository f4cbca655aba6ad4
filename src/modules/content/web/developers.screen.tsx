import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { visitContext, type ApiRequest } from '#platform/shared/visit.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useCopied } from '#platform/web/use-copied.ts'
import { IconButton } from '#ui/Button.tsx'
import { useContentTexts } from './texts.ts'
import styles from './Content.module.css'

interface PublicCall {
  method: string
  paths: string[]
  summary: string
}
interface SomeGame {
  I: number
  CI: number
  E?: { T: number; C: number; P?: number }[]
}

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'content', 'developers_title')

/** Examples are made of a game that stands in the line now, so that each runs as it is (XT-91). */
export async function loader(args: LoaderFunctionArgs) {
  guard(args)
  const visit = args.context.get(visitContext)
  const answer = async (call: ApiRequest) => (await visit.request(call)).body as { data?: unknown; Value?: unknown } | null
  const list = '/service-api/LineFeed/Get1x2_VZip'
  const [calls, games] = await Promise.all([
    answer({ method: 'GET', path: '/web-api/content/calls' }),
    answer({ method: 'GET', path: list, query: { count: 1, lng: visit.lng, mode: 4 } }),
  ])
  const game = (games?.Value as SomeGame[] | undefined)?.[0]
  return {
    examples: examplesOf(new URL(args.request.url).origin, visit.lng, list, game),
    calls: (calls?.data ?? []) as PublicCall[],
  }
}

type ExampleKey = 'sports' | 'list' | 'game' | 'coupon' | 'stream'

function examplesOf(origin: string, lng: string, list: string, game: SomeGame | undefined): { key: ExampleKey; code: string }[] {
  const get = (path: string) => `curl '${origin}${path}'`
  const out: { key: ExampleKey; code: string }[] = [
    { key: 'sports', code: get(`/service-api/LineFeed/GetSportsShortZip?lng=${lng}`) },
    { key: 'list', code: get(`${list}?count=5&lng=${lng}&mode=4`) },
  ]
  if (!game) return out
  const [price] = game.E ?? []
  out.push({ key: 'game', code: get(`/service-api/LineFeed/GetGameZip?id=${game.I}&lng=${lng}&GroupEvents=true`) })
  if (price) {
    const body = JSON.stringify({
      Events: [{ GameId: game.I, Type: price.T, Coef: price.C, Param: price.P ?? 0, Kind: 3 }],
      Vid: 0,
      CheckCf: 1,
      Lng: lng,
    })
    out.push({
      key: 'coupon',
      code: `curl -X POST '${origin}/service-api/LiveBet/Open/UpdateCoupon' -H 'content-type: application/json' -d '${body}'`,
    })
  }
  const address = `${origin.replace(/^http/, 'ws')}/stream`
  const script = `s=new WebSocket("${address}");s.onopen=()=>s.send(JSON.stringify({sub:[["row:${game.CI}",0]]}));s.onmessage=m=>console.log(m.data)`
  out.push({ key: 'stream', code: `node -e '${script}'` })
  return out
}

export default function DevelopersScreen() {
  const text = useContentTexts()
  const { examples, calls } = useLoaderData<typeof loader>()
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{text('developers_title')}</h1>
      <p>{text('developers_about')}</p>
      <p>{text('developers_limits')}</p>
      {examples.map(({ key, code }) => (
        <section key={key} className={styles.example}>
          <h2 className={styles.heading}>{text(`example_${key}_title`)}</h2>
          <p className={styles.note}>{text(`example_${key}`)}</p>
          <Code>{code}</Code>
        </section>
      ))}
      <h2 className={styles.heading}>{text('calls_title')}</h2>
      <div className={styles.calls}>
        <table dir="ltr">
          <tbody>
            {calls.map(({ method, paths, summary }) => (
              <tr key={`${method} ${paths[0]}`}>
                <th scope="row">
                  {paths.map((path) => (
                    <div key={path}>
                      <code>{`${method} ${path}`}</code>
                    </div>
                  ))}
                </th>
                <td>{summary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </article>
  )
}

function Code({ children }: { children: string }) {
  const text = useContentTexts()
  const [copied, copy] = useCopied()
  return (
    <div className={styles.code} dir="ltr">
      <code>{children}</code>
      <IconButton icon={copied ? 'check' : 'copy'} label={text(copied ? 'copied' : 'copy')} onClick={() => copy(children)} />
    </div>
  )
}
