import { useEffect, useState } from 'react'

const PHONE = '(width < 768px)'

/** Whether the page is as narrow as a phone: there the stake is typed on the coupon's own pad. */
export function usePhone(): boolean {
  const [phone, setPhone] = useState(() => matchMedia(PHONE).matches)
  useEffect(() => {
    const query = matchMedia(PHONE)
    const change = () => setPhone(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
  return phone
}
