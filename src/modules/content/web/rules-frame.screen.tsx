import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { acceptedDocument, Document, RULES } from './Document.tsx'

/** The rules alone, for a frame in a page of others (IN-04): no menu, no coupon, no footer. */
export const handle = { bare: true }

export function loader(args: LoaderFunctionArgs) {
  const { config, dictionary, lng, now } = guard(args)
  const rules = acceptedDocument(RULES, { config, texts: dictionary(['documents'])['documents'] ?? {}, lng, now })
  if (!rules) throw new Response(null, { status: 404 })
  return { ...rules, brand: config.customize.name }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData ? [{ title: `${loaderData.title} · ${loaderData.brand}` }] : []

export default function RulesFrame() {
  const { brand: _brand, ...rules } = useLoaderData<typeof loader>()
  return (
    <main>
      <Document {...rules} />
    </main>
  )
}
