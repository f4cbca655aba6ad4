/** A browser's push service for tests, over a socket without TLS, and what the browser does with what comes. */
import { createDecipheriv, hkdfSync, type ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import { Agent } from 'node:https'
import { connect, type AddressInfo } from 'node:net'

interface Heard {
  url: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface PushService {
  /** What was sent to it, the oldest first. */
  heard: Heard[]
  /** What it answers from now on. */
  status: number
  /** Its answers never end. */
  drips: boolean
  /** Leads every address to this service. */
  agent: Agent
  close(): Promise<void>
}

export async function openPushService(): Promise<PushService> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      service.heard.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(service.status)
      if (!service.drips) return response.end()
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  class ToService extends Agent {
    override createConnection() {
      return connect((server.address() as AddressInfo).port, '127.0.0.1')
    }
  }
  const service: PushService = {
    heard: [],
    status: 201,
    drips: false,
    agent: new ToService(),
    close: () => new Promise((done) => server.close(() => done())),
  }
  return service
}

/** The body of a message in plain (RFC 8291 §3.4, RFC 8188 §2). Throws for who is not its browser. */
export function decryptPush(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body[20]!
  const sender = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  cipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([cipher.update(body.subarray(keyEnd, -16)), cipher.final()])
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is not of zeros')
  return padded.subarray(0, end).toString()
}
