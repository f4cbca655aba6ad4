// Shows what the server sends while no page of the site is open, and leads to it.
self.addEventListener('push', (event) => {
  let notice = {}
  try {
    notice = event.data?.json() ?? {}
  } catch {
    notice = { text: event.data?.text() }
  }
  const options = { body: notice.text ?? notice.body ?? '', icon: '/icons/favicon.svg', tag: notice.tag, data: { url: notice.url ?? '/' } }
  event.waitUntil(self.registration.showNotification(notice.title ?? '', options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data?.url ?? '/'))
})
