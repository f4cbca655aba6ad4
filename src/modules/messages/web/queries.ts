import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import type { messagesCall } from '../contract.ts'
import type { contactsCall, supportInfoCall, ticketCall, ticketsCall } from '../contract/support.ts'

export const MESSAGES = ['messages'] as const
export const TICKETS = ['support', 'tickets'] as const

export const messagesQuery = (lng: string, page: number) =>
  queryOptions({
    queryKey: [...MESSAGES, lng, page],
    queryFn: ({ signal }) =>
      call<typeof messagesCall>('GET', '/web-api/office/messages', { auth: 'token', signal, query: { page_number: page } }),
    staleTime: 0,
  })

export const supportInfoQuery = (lng: string) =>
  queryOptions({
    queryKey: ['support', 'info', lng],
    queryFn: ({ signal }) => call<typeof supportInfoCall>('GET', '/web-api/support/info', { signal }),
    staleTime: 60_000,
  })

export const contactsQuery = (lng: string, placementTypeId: number) =>
  queryOptions({
    queryKey: ['support', 'contacts', lng, placementTypeId],
    queryFn: ({ signal }) => call<typeof contactsCall>('GET', '/web-api/contacts', { signal, query: { placementTypeId } }),
    staleTime: 60_000,
  })

export const ticketsQuery = (page: number) =>
  queryOptions({
    queryKey: [...TICKETS, page],
    queryFn: ({ signal }) =>
      call<typeof ticketsCall>('GET', '/web-api/office/support/tickets', { auth: 'token', signal, query: { page_number: page } }),
    staleTime: 0,
  })

export const ticketQuery = (id: number) =>
  queryOptions({
    queryKey: ['support', 'ticket', id],
    queryFn: ({ signal }) =>
      call<typeof ticketCall>('GET', '/web-api/office/support/ticket', { auth: 'token', signal, query: { ticket_id: id } }),
    staleTime: 0,
  })
