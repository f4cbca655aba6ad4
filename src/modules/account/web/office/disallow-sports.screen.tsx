import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { CheckBox, SearchField } from '#ui/Field.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { disallowSportsCall } from '../../contract.ts'
import { findSports, sportChoiceName, switchSport, type SportLists } from '../../rules/sport-choice.ts'
import { userConfigQuery, type UserConfig } from '../user-config.ts'
import { useSwitch } from './use-switch.ts'
import styles from './Office.module.css'
import type { Route } from './+types/disallow-sports.screen.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const PLACES = ['line', 'live'] as const

interface SportSwitch {
  place: (typeof PLACES)[number]
  id: number
  shown: boolean
}

async function save({ line, live }: SportLists): Promise<void> {
  await call<typeof disallowSportsCall>('POST', '/api/web/user/v1/disallow-sports', {
    auth: 'token',
    body: { data: { attributes: { lineDisallowSport: [...line], liveDisallowSport: [...live] } } },
  })
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'sports_hidden')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

/** Which sports the player sees and bets on, in the line and in live. */
export default function DisallowSports() {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const [search, setSearch] = useState('')
  const { data, isError, refetch } = useQuery(userConfigQuery)
  const change = useSwitch<UserConfig, SportSwitch>({
    queryKey: userConfigQuery.queryKey,
    apply: (config, { place, id, shown }) => ({ ...config, disallowSports: switchSport(config.disallowSports, place, id, shown) }),
    undo: (made) => ({ ...made, shown: !made.shown }),
    send: (_made, { disallowSports }) => save(disallowSports),
  })
  const lists = data?.disallowSports
  if (isError && !data)
    return (
      <OfficeCard title={text('sports_hidden')}>
        <ErrorState onRetry={() => void refetch()} />
      </OfficeCard>
    )
  return (
    <OfficeCard id="sports" title={text('sports_hidden')} lead={text('sports_hidden_lead')}>
      <SearchField
        id="sport-search"
        label={text('sports_search')}
        hideLabel
        placeholder={text('sports_search')}
        value={search}
        onChange={setSearch}
        maxLength={60}
      />
      {lists && findSports(search, lists).length === 0 ? <p className={officeStyles.lead}>{text('sports_none')}</p> : null}
      {lists ? (
        <ul className={officeStyles.list}>
          {findSports(search, lists).map((sport) => (
            <li key={sport.id} className={styles.sport}>
              <span className={styles.sportName}>
                <SportIcon sportId={sport.id} />
                {sportChoiceName(sport, lng)}
              </span>
              {PLACES.map((place) => (
                <CheckBox
                  key={place}
                  toggle
                  aria-label={text('sports_of', { sport: sportChoiceName(sport, lng), place: text(`sports_${place}`) })}
                  checked={!lists[place].includes(sport.id)}
                  onChange={(shown) => change({ place, id: sport.id, shown })}
                >
                  {text(`sports_${place}`)}
                </CheckBox>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </OfficeCard>
  )
}
