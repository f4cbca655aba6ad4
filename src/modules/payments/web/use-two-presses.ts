import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#platform/web/api-error.ts'

interface TwoPresses {
  send: () => Promise<unknown>
  /** What is said of a failure that says nothing itself. */
  failed: string
  /** What is read again afterwards, also when it was refused: then it has just changed otherwise. */
  keys: readonly (readonly unknown[])[]
}

/** A payment is given up by two presses: the first asks. What was sent is busy until the lists say what has become of it. */
export function useTwoPresses({ send, failed, keys }: TwoPresses) {
  const client = useQueryClient()
  const [step, setStep] = useState<'idle' | 'sure' | 'busy'>('idle')
  const [message, setMessage] = useState<string | null>(null)
  const readAgain = () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  const press = async () => {
    if (step === 'busy') return
    if (step === 'idle') return setStep('sure')
    setStep('busy')
    setMessage(null)
    try {
      await send()
    } catch (error) {
      setMessage(isApiError(error) ? error.message : failed)
      setStep('idle')
      return void readAgain()
    }
    await readAgain()
    setStep('idle')
  }
  return { step, message, press: () => void press() }
}
