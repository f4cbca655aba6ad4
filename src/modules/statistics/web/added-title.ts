import { useEffect } from 'react'

/** A title for a page that has no loader data of its own. */
export function useAddedTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
