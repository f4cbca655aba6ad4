import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { OfficeCard, officeStyles, useForm } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { SelectField } from '#ui/Select.tsx'
import type { citiesCall, regionsCall } from '../../contract/places.ts'
import type { profileCall, ProfileReply, saveProfileCall } from '../../contract/profile.ts'
import { BirthDate } from '../BirthDate.tsx'
import { userConfigQuery } from '../user-config.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const PROFILE_KEY = ['profile'] as const

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'office_profile')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true })
  return null
}

/** What the player tells of himself: "account edit" of the office. */
export default function Profile() {
  const text = useTexts<AccountTexts>('account')
  const { data, isError, refetch } = useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => call<typeof profileCall>('GET', '/web-api/office/profile', { auth: 'token', signal }),
  })
  return (
    <OfficeCard title={text('profile')}>
      {isError && !data ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data ? <ProfileForm profile={data} /> : isError ? null : <SkeletonRows rows={5} height="64px" />}
    </OfficeCard>
  )
}

type Field = 'first_name' | 'last_name' | 'birth_date' | 'city' | 'address' | 'region_id'

function ProfileForm({ profile }: { profile: ProfileReply }) {
  const text = useTexts<AccountTexts>('account')
  const client = useQueryClient()
  const [saved, setSaved] = useState(false)
  const form = useForm<Field>({
    initial: {
      first_name: profile.first_name,
      last_name: profile.last_name,
      birth_date: profile.birth_date,
      city: profile.city,
      address: profile.address,
      region_id: String(profile.region_id),
    },
    keep: ['first_name', 'last_name', 'city', 'address', 'region_id'],
    submit: async ({ region_id, ...values }) => {
      setSaved(false)
      const body = { ...values, region_id: Number(region_id) }
      const reply = await call<typeof saveProfileCall>('POST', '/web-api/office/saveprofile', { auth: 'token', body: body as never })
      client.setQueryData(PROFILE_KEY, reply)
      void client.invalidateQueries(userConfigQuery)
      setSaved(true)
    },
  })
  const locked = (field: Field) => (profile.locked.includes(field) ? { disabled: true, hint: text('profile_locked') } : {})
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      {saved ? (
        <Notice kind="success" announce>
          {text('profile_saved')}
        </Notice>
      ) : null}
      <TextField
        {...form.field('first_name')}
        {...locked('first_name')}
        label={text('field_first_name')}
        maxLength={100}
        autoComplete="given-name"
      />
      <TextField
        {...form.field('last_name')}
        {...locked('last_name')}
        label={text('field_last_name')}
        maxLength={100}
        autoComplete="family-name"
      />
      {profile.locked.includes('birth_date') ? (
        <TextField {...form.field('birth_date')} {...locked('birth_date')} label={text('field_birth_date')} dir="ltr" />
      ) : (
        <BirthDate {...form.field('birth_date')} label={text('field_birth_date')} />
      )}
      <Place
        countryId={profile.country_id}
        regionId={Number(form.state.values.region_id)}
        regionError={form.state.errors.region_id}
        onRegion={(id) => form.set('region_id', String(id))}
        city={form.field('city')}
      />
      <TextField {...form.field('address')} label={text('field_address')} maxLength={200} autoComplete="street-address" dir="auto" />
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" loading={form.state.busy}>
          {text('profile_save')}
        </Button>
      </div>
    </form>
  )
}

interface PlaceProps {
  countryId: number
  regionId: number
  regionError: string | undefined
  onRegion: (id: number) => void
  city: { id: string; name: string; value: string; onChange: (value: string) => void; error: string | undefined }
}

/** Region from the list of the country, cities of it as suggestions; where no list is known the city is typed. */
function Place({ countryId, regionId, regionError, onRegion, city }: PlaceProps) {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const id = useId()
  const regions = useQuery({
    queryKey: ['regions', countryId, lng],
    queryFn: ({ signal }) =>
      call<typeof regionsCall>('POST', '/web-api/office/getRegions', { auth: 'token', signal, body: { country_id: countryId } as never }),
    staleTime: Infinity,
  })
  const cities = useQuery({
    queryKey: ['cities', regionId, lng],
    enabled: regionId > 0,
    queryFn: ({ signal }) =>
      call<typeof citiesCall>('POST', '/web-api/office/getCitiesByRegion', {
        auth: 'token',
        signal,
        body: { region_id: regionId } as never,
      }),
    staleTime: Infinity,
  })
  return (
    <>
      {regions.data && regions.data.length > 0 ? (
        <SelectField
          id={`${id}-region`}
          label={text('field_region')}
          error={regionError}
          value={regionId}
          onChange={(region) => onRegion(Number(region))}
        >
          <option value={0}>{text('region_none')}</option>
          {regions.data.map((region) => (
            <option key={region.region_id} value={region.region_id}>
              {region.name}
            </option>
          ))}
        </SelectField>
      ) : null}
      <TextField {...city} label={text('field_city')} maxLength={100} autoComplete="address-level2" dir="auto" list={`${id}-cities`} />
      <datalist id={`${id}-cities`}>
        {(cities.data ?? []).map(({ city_id, name }) => (
          <option key={city_id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
