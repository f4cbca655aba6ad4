import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard, useOpenPages } from '#modules/brand/web/index.ts'
import { useInstall } from '#platform/web/install.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import { androidType, platformOf } from '../rules/platform.ts'
import { useContentTexts } from './texts.ts'
import styles from './Content.module.css'

/** One page, three addresses: the app of this device, the site on a computer, the app of one tournament. */
type Kind = 'mobile' | 'desktop' | 'ipl'

function kindOf(path: string): Kind {
  const word = path.split('/')[2]
  return word === 'desktop' ? 'desktop' : word === 'ipl-betting-app' ? 'ipl' : 'mobile'
}

export const meta: MetaFunction = ({ matches, location }) => pageTitle(matches, 'content', `${kindOf(location.pathname)}_title`)

export async function loader(args: LoaderFunctionArgs) {
  const { config, country } = guard(args)
  const kind = kindOf(new URL(args.request.url).pathname)
  const agent = args.request.headers.get('user-agent') ?? ''
  const platform = kind === 'desktop' ? 'OTHER' : platformOf(agent, country, config.apps?.asia ?? [])
  const best = androidType(platform, agent)
  const android = config.apps?.android ?? []
  const apps =
    platform === 'IOS'
      ? [config.apps?.ios ?? null].flatMap((app) => (app ? [{ ...app, type: 0 as const }] : []))
      : platform === 'OTHER'
        ? []
        : android.toSorted((a, b) => Number(b.type === best) - Number(a.type === best))
  return { kind, platform, apps, name: config.customize.name }
}

const STEPS = [1, 2, 3] as const

/** The app for the visitor's device, and how to put the site itself on its screen (SH-25, SH-26). */
export default function MobileScreen() {
  const text = useContentTexts()
  const isOpen = useOpenPages()
  const install = useInstall()
  const { kind, platform, apps, name } = useLoaderData<typeof loader>()
  const family = platform === 'ANDROID_ASIA' ? 'ANDROID' : platform
  return (
    <article className={styles.page} data-platform={platform}>
      <div className={styles.hero}>
        <img src="/app-icon/any-192.png" alt="" width="72" height="72" />
        <h1 className={styles.title}>{text(`${kind}_title`)}</h1>
      </div>
      {kind === 'ipl' ? (
        <>
          <p>{text('ipl_about')}</p>
          <nav className={styles.cards} aria-label={text('ipl_title')}>
            {isOpen('/ipl-2025') ? <SiteLink to="/ipl-2025">{text('ipl_matches')}</SiteLink> : null}
            {isOpen('/cricket') ? <SiteLink to="/cricket">{text('ipl_cricket')}</SiteLink> : null}
          </nav>
        </>
      ) : null}
      <h2 className={styles.heading}>{text(`platform_${platform}`)}</h2>
      {apps.map((app) => (
        <p key={app.type}>
          <a href={app.link}>{family === 'ANDROID' ? text(`app_${app.type}`, { name }) : text('app_ios', { name })}</a>{' '}
          <Num>{app.version}</Num>
        </p>
      ))}
      <p>{text(kind === 'desktop' ? 'desktop_about' : 'mobile_about')}</p>
      {install ? (
        <Button kind="primary" className={styles.link} onClick={install}>
          {text('install')}
        </Button>
      ) : (
        <ol className={styles.steps}>
          {STEPS.map((n) => (
            <li key={n}>{text(`steps_${family}_${n}`)}</li>
          ))}
        </ol>
      )}
    </article>
  )
}
