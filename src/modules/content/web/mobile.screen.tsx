import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { useInstall } from '#platform/web/install.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import { androidType, platformOf } from '../rules/platform.ts'
import { useContentTexts } from './texts.ts'
import styles from './Content.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'content', 'mobile_title')

export async function loader(args: LoaderFunctionArgs) {
  const { config, country } = guard(args)
  const agent = args.request.headers.get('user-agent') ?? ''
  const platform = platformOf(agent, country, config.apps?.asia ?? [])
  const best = androidType(platform, agent)
  const android = config.apps?.android ?? []
  const apps =
    platform === 'IOS'
      ? [config.apps?.ios ?? null].flatMap((app) => (app ? [{ ...app, type: 0 as const }] : []))
      : platform === 'OTHER'
        ? []
        : android.toSorted((a, b) => Number(b.type === best) - Number(a.type === best))
  return { platform, apps, name: config.customize.name }
}

const STEPS = [1, 2, 3] as const

/** The app for the visitor's device, and how to put the site itself on its screen (SH-25, SH-26). */
export default function MobileScreen() {
  const text = useContentTexts()
  const install = useInstall()
  const { platform, apps, name } = useLoaderData<typeof loader>()
  const family = platform === 'ANDROID_ASIA' ? 'ANDROID' : platform
  return (
    <article className={styles.page} data-platform={platform}>
      <h1 className={styles.title}>{text('mobile_title')}</h1>
      <h2 className={styles.heading}>{text(`platform_${platform}`)}</h2>
      {apps.map((app) => (
        <p key={app.type}>
          <a href={app.link}>{family === 'ANDROID' ? text(`app_${app.type}`, { name }) : text('app_ios', { name })}</a>{' '}
          <Num>{app.version}</Num>
        </p>
      ))}
      <p>{text('mobile_about')}</p>
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
