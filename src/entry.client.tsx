import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { listenForInstall } from '#platform/web/install.ts'
import { listenForOwnSteps } from '#ui/own-steps.ts'

listenForInstall()
listenForOwnSteps()

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
