// Where small plots stand in one chart: beside each other as far as the width goes, then below.

import { grid } from './marks.ts';

export interface PlotPlaces {
  across: number;
  rows: number;
  cell: number; // width of a plot
  grids: object[];
}

export interface PlotRoom {
  plots: number;
  width: number;
  height: number; // of one row, with its margins
  least: number; // width below which there are fewer beside each other
  left: number;
  gap: number;
  top: number;
  bottom: number;
}

export function plotPlaces(room: PlotRoom): PlotPlaces {
  const fit = Math.floor((room.width - room.left + room.gap) / (room.least + room.gap));
  const most = Math.max(1, Math.min(room.plots, fit));
  // Four plots stand in twos rather than in three and one.
  const across =
    most < room.plots && room.plots % most !== 0 && room.plots % (most - 1 || 1) === 0 ? most - 1 || 1 : most;
  const cell = (room.width - room.left - 8 - room.gap * (across - 1)) / across;
  const grids = Array.from({ length: room.plots }, (_, n) => ({
    ...grid(
      room.left + (n % across) * (cell + room.gap),
      Math.floor(n / across) * room.height + room.top,
      0,
      0,
    ),
    right: undefined,
    bottom: undefined,
    width: cell,
    height: room.height - room.top - room.bottom,
  }));
  return { across, rows: Math.ceil(room.plots / across), cell, grids };
}
