import { useCallback } from 'react'
import { Link, useNavigate, type LinkProps } from 'react-router'
import { useSite } from './features.tsx'

/** Internal addresses get /{lng} unless they already carry a language (spec §2). Other origins are left alone. */
export function localized(to: string, lng: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(to) || to.startsWith('#') || to.startsWith('?')) return to
  const path = to.startsWith('/') ? to : `/${to}`
  return /^\/[a-z]{2}(?:\/|$|[?#])/.test(path) ? path : path === '/' ? `/${lng}` : `/${lng}${path}`
}

export function SiteLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link to={localized(to, useSite().lng)} {...rest} />
}

export function useSiteNavigate(): (to: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  const { lng } = useSite()
  return useCallback((to, options) => void navigate(localized(to, lng), options), [navigate, lng])
}
