import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** `shouldRevalidate` of pages whose filters and parts stand in the address: they ask for what is narrowed by themselves. */
export function byPathAlone({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate
}
