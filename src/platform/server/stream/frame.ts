/** WebSocket frames (RFC 6455): what the server writes, and a small parser for what clients send. */

const FIN_TEXT = 0x81
const FIN_CLOSE = 0x88
const FIN_PONG = 0x8a

export type ClientFrame = { kind: 'text'; text: string } | { kind: 'close' } | { kind: 'ping'; payload: Buffer } | { kind: 'pong' }

export class FrameError extends Error {
  override name = 'FrameError'
}

function framed(first: number, payload: Buffer): Buffer {
  const length = payload.length
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = first
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(frame, head)
  return frame
}

export function textFrame(text: string): Buffer {
  return framed(FIN_TEXT, Buffer.from(text))
}

export function pongFrame(payload: Buffer): Buffer {
  return framed(FIN_PONG, payload)
}

export function closeFrame(code: number, reason: string): Buffer {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason))
  payload.writeUInt16BE(code, 0)
  payload.write(reason, 2)
  return framed(FIN_CLOSE, payload)
}

/**
 * Cuts whole frames off the front of `buffer`; the rest stays for the next chunk. Client frames are masked,
 * unfragmented and small: our client sends nothing else, so anything else ends the connection.
 */
export function parseFrames(buffer: Buffer, maxBytes: number): { frames: ClientFrame[]; rest: Buffer } {
  const frames: ClientFrame[] = []
  let at = 0
  for (;;) {
    const left = buffer.length - at
    if (left < 6) break
    const first = buffer[at]!
    const second = buffer[at + 1]!
    if ((first & 0x70) !== 0 || (first & 0x80) === 0) throw new FrameError('fragmented or extended frame')
    if ((second & 0x80) === 0) throw new FrameError('unmasked frame')
    let length = second & 0x7f
    let head = 6
    if (length === 126) {
      if (left < 8) break
      length = buffer.readUInt16BE(at + 2)
      head = 8
    } else if (length === 127) {
      throw new FrameError('frame too large')
    }
    if (length > maxBytes) throw new FrameError('frame too large')
    if (left < head + length) break
    const mask = buffer.subarray(at + head - 4, at + head)
    const payload = Buffer.from(buffer.subarray(at + head, at + head + length))
    for (let i = 0; i < payload.length; i += 1) payload[i]! ^= mask[i & 3]!
    frames.push(clientFrame(first & 0x0f, payload))
    at += head + length
  }
  return { frames, rest: at === 0 ? buffer : buffer.subarray(at) }
}

function clientFrame(opcode: number, payload: Buffer): ClientFrame {
  switch (opcode) {
    case 1:
      return { kind: 'text', text: payload.toString('utf8') }
    case 8:
      return { kind: 'close' }
    case 9:
      return { kind: 'ping', payload }
    case 10:
      return { kind: 'pong' }
    default:
      throw new FrameError(`opcode ${opcode}`)
  }
}
