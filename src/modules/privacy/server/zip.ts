/** A ZIP archive of small files in memory (APPNOTE 6.3.10: local headers, central directory, names in UTF-8). */
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

/** Beside the event loop: packing all files of a player on it would keep everybody waiting for seconds. */
const pack = promisify(deflateRaw)

export interface ZipFile {
  /** Path inside the archive, with slashes. */
  name: string
  bytes: Buffer
}

const UTF8 = 0x0800
const DEFLATE = 8
const VERSION = 20

/** Date and time of MS-DOS, two seconds fine, UTC. */
function dosTime(at: Date): { date: number; time: number } {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return { date, time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1) }
}

export async function zipOf(files: readonly ZipFile[], at: Date): Promise<Buffer> {
  const { date, time } = dosTime(at)
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed: Buffer = await pack(bytes)
    const path = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF8, 2)
    common.writeUInt16LE(DEFLATE, 4)
    common.writeUInt16LE(time, 6)
    common.writeUInt16LE(date, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, path])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([VERSION, 0]), common, tail, path]))
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
