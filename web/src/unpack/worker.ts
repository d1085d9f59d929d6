// The worker that unpacks: nothing else is in it, so that it can be ended at any time with whatever it is stuck in.
import { expose } from 'comlink';
import { type Expanded, expand, type UnpackedFile } from './expand.ts';
import { received, sent } from './sent.ts';

export class UnpackService {
  async expand<T extends UnpackedFile>(one: T, onShare: (share: number) => void): Promise<Expanded<T>> {
    const { files, notes } = await expand([received(one)], { onShare });
    return { files: files.map(sent), notes };
  }
}

expose(new UnpackService());
