import { storage } from './storage.ts'

/** The format of prices in this browser: by the cookie the server draws, by what is stored the page and its other tabs. */
export function keepPriceView(view: number): void {
  document.cookie = `coefview=${view}; path=/; max-age=31536000; samesite=lax`
  void storage.set('coefView', view)
}
