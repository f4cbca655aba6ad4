import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { listenForInstall } from '#platform/web/install.ts'
import { trustNothing } from '#platform/web/trusted-types.ts'
import { listenForOwnSteps } from '#ui/own-steps.ts'

trustNothing()
listenForInstall()
listenForOwnSteps()

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
